import type { Show } from '#acquirer/acquirer.ts'

/** What the payer is told while the acquirer waits for them, by what they are shown. */
export const pendingTexts = {
  url: 'Confirme o pagamento na página do seu banco.',
  qr: 'Pague com o código no aplicativo do seu banco.',
  authenticate: 'Confirme o pagamento com o seu banco.',
} as const satisfies Readonly<Record<Show['type'], string>>
