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

/** The cardholder disputes a payment, and the acquirer tells of it. */
export async function disputed(token: string): Promise<void> {
  const { acquirer_url } = await printed()
  const { sales } = z.parse(ledger, await (await fetch(`${acquirer_url}/_sim/ledger`)).json())
  const payment_id = sales.find(({ order_id }) => order_id.startsWith(token))?.payment_id
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  await taken(`${acquirer_url}/_sim/dispute`, { ...json, body: JSON.stringify({ payment_id }) })
  await taken(`${portalUrl()}/webhooks/acquirer`, {
    ...json,
    body: JSON.stringify({ PaymentId: payment_id, ChangeType: 7 }),
  })
}

/** The dispute stands in its list, and is opened from there. */
export async function openDispute(page: Page): Promise<void> {
  const again = async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Contestações de banco' }).waitFor()
    await page.waitForLoadState('networkidle')
    return page.getByText('Contestação (chargeback)').count()
  }
  await expect.poll(again).toBeGreaterThan(0)
  await page.getByRole('rowheader').getByRole('link').first().click()
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
