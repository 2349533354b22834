import * as z from 'zod/mini'
import { simulatedMerchant } from '#simulators/cielo/merchant.ts'
import { requestKeepAlive } from './wire/requestKeepAlive.ts'

const ledgerSchema = z.object({
  sales: z.array(
    z.object({
      payment_id: z.string(),
      order_id: z.string(),
      type: z.string(),
      amount: z.number(),
      authorised: z.number(),
      captured: z.number(),
      voided: z.number(),
      status: z.number(),
    }),
  ),
})
export type Sale = z.output<typeof ledgerSchema>['sales'][number]

/** The merchant of the requested sales. */
export const simulatorMerchant = {
  MerchantId: simulatedMerchant.merchantId,
  MerchantKey: simulatedMerchant.merchantKey,
} as const

/** The controls of src/acquirer/README.md#the-simulator, over HTTP. */
export function simulatorControls(url: string) {
  return {
    url,
    ledger: async (): Promise<Sale[]> => {
      const { text } = await requestKeepAlive(`${url}/_sim/ledger`, { method: 'GET' })
      return z.parse(ledgerSchema, JSON.parse(text)).sales
    },
    /** The fault of the next `times` calls. */
    fault: async (fault: string, times = 1): Promise<void> => {
      const { status, text } = await requestKeepAlive(`${url}/_sim/next`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fault, times }),
      })
      if (status >= 300) throw new Error(`fault refused: ${text}`)
    },
    clearFaults: async (): Promise<void> => {
      await requestKeepAlive(`${url}/_sim/next`, { method: 'DELETE' })
    },
  }
}
