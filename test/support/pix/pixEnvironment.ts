import type { PixSettings } from '#acquirer/server/pix/bank/banks.ts'

/** The variables of a portal process that sells its Pix at this bank. */
export const pixEnvironment = (pix: PixSettings) => ({
  PIX_PROVIDER: 'bacen',
  PIX_URL: pix.apiUrl,
  PIX_TOKEN_URL: pix.tokenUrl,
  PIX_CLIENT_ID: pix.clientId,
  PIX_CLIENT_SECRET: pix.clientSecret ?? '',
  PIX_KEY: pix.key,
  PIX_WEBHOOK_SECRET: pix.webhookSecret,
})
