import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const contestTables = {
  contest: {
    rows: { belongsTo: ['payment'] },
    why: 'what the driver objected to, what was answered and what was given back',
    title: 'Reclamações de clientes',
    texts: {
      text: {
        description: 'o que o cliente escreveu ao reclamar',
        exportKey: 'contests',
        erasedWith: 'law',
      },
      reopened_text: {
        description: 'o que o cliente escreveu ao reabrir',
        exportKey: 'contests',
        erasedWith: 'law',
      },
      answer: { description: 'resposta do estacionamento', exportKey: 'contests', erasedWith: 'law' },
      email: { description: 'e-mail informado ao reclamar', exportKey: 'contests', erasedWith: 'law' },
    },
  },
} as const satisfies Partial<RetentionTables>
