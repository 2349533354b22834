import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { simulatedMerchant } from '#simulators/cielo/merchant.ts'
import { portalUrl } from '../portal.ts'
import { chooseAction } from '../staff.ts'
import { fetchDemo } from '../demo.ts'

const ledger = z.object({ sales: z.array(z.object({ order_id: z.string(), payment_id: z.string() })) })

/** Refunds R$ 2,00 of a payment on the acquirer's own site, with its notification. */
export async function givenBackOutside(token: string): Promise<void> {
  const { acquirer_url } = await fetchDemo()
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

/** The cardholder disputes a payment, with the acquirer's notification. */
export async function disputed(token: string): Promise<void> {
  const { acquirer_url } = await fetchDemo()
  const { sales } = z.parse(ledger, await (await fetch(`${acquirer_url}/_sim/ledger`)).json())
  const payment_id = sales.find(({ order_id }) => order_id.startsWith(token))?.payment_id
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  await taken(`${acquirer_url}/_sim/dispute`, { ...json, body: JSON.stringify({ payment_id }) })
  await taken(`${portalUrl()}/webhooks/acquirer`, {
    ...json,
    body: JSON.stringify({ PaymentId: payment_id, ChangeType: 7 }),
  })
}

/** Opens the dispute from its list. */
export async function openDispute(page: Page): Promise<void> {
  const again = async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Contestações' }).waitFor()
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

/** The transaction on the screen shows the event, once the job has queried it. */
export async function untilShown(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Avisos da adquirente' })
  const again = async () => {
    await chooseAction(page, 'Atualizar')
    return heading.count()
  }
  await expect.poll(again).toBeGreaterThan(0)
}
