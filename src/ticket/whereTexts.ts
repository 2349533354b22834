import type { Named } from '#staff/named.ts'

/** What the desk calls the whereabouts of a ticket's car. */
export const whereTexts = {
  inside: { text: 'No pátio', tone: 'sign' },
  exited: { text: 'Saiu', tone: 'soft' },
  blocked: { text: 'Bloqueado', tone: 'stop' },
} as const satisfies Record<string, Named>
