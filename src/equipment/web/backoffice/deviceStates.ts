/** By whether the key is revoked. */
export const deviceStates = {
  active: { text: 'Em uso', tone: 'go' },
  revoked: { text: 'Revogado', tone: 'soft' },
} as const
