import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const contestTables = {
  contest: {
    rows: { belongsTo: ['payment'] },
    why: 'what the driver objected to, what was answered and what was given back',
    title: 'Contestações de clientes',
    texts: {
      text: { says: 'o que o cliente escreveu ao contestar', copied: 'contests', goes: 'law' },
      reopened_text: { says: 'o que o cliente escreveu ao reabrir', copied: 'contests', goes: 'law' },
      answer: { says: 'resposta do estacionamento', copied: 'contests', goes: 'law' },
      email: { says: 'e-mail informado ao contestar', copied: 'contests', goes: 'law' },
    },
  },
} as const satisfies Partial<RetentionTables>
