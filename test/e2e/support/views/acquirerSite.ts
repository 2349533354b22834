import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { simulatedMerchant } from '#simulators/cielo/merchant.ts'
import { portalUrl } from '../portal.ts'
import { printed } from '../street.ts'

const ledger = z.object({ sales: z.array(z.object({ order_id: z.string(), payment_id: z.string() })) })

/** Somebody gives R$ 2,00 of a payment back on the acquirer's own site, and the acquirer tells of it. */
export async function givenBackOutside(token: string): Promise<void> {
  const { acquirer_url } = await printed()
  const { sales } = z.parse(ledger, await (await fetch(`${acquirer_url}/_sim/ledger`)).json())
  const PaymentId = sales.find(({ order_id }) => order_id.startsWith(token))?.payment_id
  const headers = { MerchantId: simulatedMerchant.merchantId, MerchantKey: simulatedMerchant.merchantKey }
  await taken(`${acquirer_url}/1/sales/${PaymentId}/void?amount=200`, { method: 'PUT', headers })
  await taken(`${portalUrl()}/webhooks/acquirer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ PaymentId, ChangeType: 25 }),
  })
}

async function taken(url: string, call: RequestInit): Promise<void> {
  const answer = await fetch(url, call)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}

/** The transaction on the screen says so, once the job has asked. */
export async function untilTold(page: Page): Promise<void> {
  const told = page.getByRole('heading', { name: 'Avisos da adquirente' })
  const again = async () => {
    await page.getByRole('button', { name: 'Atualizar' }).click()
    return told.count()
  }
  await expect.poll(again).toBeGreaterThan(0)
}
