import type { StatusLabel } from '#staff/statusLabel.ts'

export const validationStateNames = ['standing', 'fixed', 'undone'] as const
export type ValidationState = (typeof validationStateNames)[number]

export const validationStates = {
  standing: { text: 'Vale', tone: 'go' },
  fixed: { text: 'Concedido', tone: 'sign' },
  undone: { text: 'Desfeito', tone: 'soft' },
} as const satisfies Record<ValidationState, StatusLabel>

export const partnerStateNames = ['active', 'inactive'] as const

export const partnerStates = {
  active: { text: 'Ativo', tone: 'go' },
  inactive: { text: 'Inativo', tone: 'soft' },
} as const satisfies Record<(typeof partnerStateNames)[number], StatusLabel>
