import * as z from 'zod/mini'
import type { HttpAnswer } from '../httpClient.ts'
import type { BankClient } from './bank/bankClient.ts'
import { isApiNotFound, problemName } from './bank/problem.ts'

const registered = z.object({ webhookUrl: z.string() })

/** The bank adds `/pix` to the address. Null on success, else the reason. */
export async function registerWebhook(bank: BankClient, webhookUrl: string): Promise<string | null> {
  const answer = await bank.call({
    method: 'PUT',
    resource: 'webhook',
    path: `/${encodeURIComponent(bank.settings.key)}`,
    body: { webhookUrl },
    headers: bank.settings.bank.webhookHeaders,
  })
  return answer.status !== null && answer.status < 300 ? null : failureText(answer)
}

export async function readWebhook(bank: BankClient): Promise<{ url: string | null } | { why: string }> {
  const path = `/${encodeURIComponent(bank.settings.key)}`
  const answer = await bank.call({ method: 'GET', resource: 'webhook', path })
  if (isApiNotFound(answer)) return { url: null }
  const read = answer.status === 200 ? registered.safeParse(answer.body) : null
  if (read?.success) return { url: read.data.webhookUrl }
  return { why: failureText(answer) }
}

function failureText(answer: HttpAnswer): string {
  if (answer.status === null) return answer.detail
  return `${answer.status} ${problemName(answer.body) ?? ''}`.trim()
}
