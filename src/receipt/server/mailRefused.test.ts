import { afterAll, beforeAll, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, openTransaction, pay, payer } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { readCalendarFile } from '#test/support/reporting/readCalendarFile.ts'
import { type MailServer, startMailServer } from '#test/support/wire/mailServer.ts'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())
// Its receipts leave by SMTP, and no row is left of them.
const portal = portalOfFile(() => ({
  invariants: false,
  env: { SMTP_URL: server.url, MAIL_FROM: 'guiche@example.com' },
}))

/** Pays while the mail server gives this answer; answers the jobs left. */
async function paidWhile(answer: string | null) {
  server.refuse(answer)
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  expect(at((await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('job')
    .select(['last_error', 'tries'])
    .where('kind', '=', 'receipt')
    .execute()
  return rows
}

/** `/metrics` is computed once a second at most. */
async function expectWaiting(jobs: number[]): Promise<void> {
  const waiting = async () => {
    const metrics = String((await portal.client().get('/metrics')).body)
    return ['job', 'job_dead'].map((what) =>
      Number(new RegExp(`guiche_waiting\\{what="${what}"\\} (\\d+)`).exec(metrics)?.[1]),
    )
  }
  await expect.poll(waiting).toEqual(jobs)
}

it('a receipt to an unknown address is not retried; its address is in no log and no row', async () => {
  expect(await paidWhile(`550 5.1.1 <${payer.email}>: user unknown`)).toEqual([])
  await expectWaiting([0, 0])
  const refusals = portal.logs.filter((line) => line.includes('mail refused for good'))
  expect(refusals).toEqual([
    expect.stringMatching(/"mail":"receipt-\d+","why":"mail not sent: EENVELOPE RCPT TO 550"/),
  ])
  expect(portal.logs.join('\n')).not.toContain(payer.email)
})

it('a postponed mail is retried and sent, and its error is logged without the address', async () => {
  const rows = await paidWhile(`451 4.7.1 <${payer.email}>: greylisted`)
  await expectWaiting([1, 0])
  expect(rows).toEqual([{ last_error: 'mail not sent: EENVELOPE RCPT TO 451', tries: 1 }])
  expect(portal.logs.join('\n')).not.toContain(payer.email)
  server.refuse(null)
  portal.clock.forward(1)
  await portal.runJobs()
  expect(server.taken).toEqual([expect.stringContaining(`\nTo: ${payer.email}\n`)])
  const attached = /Content-Type: text\/calendar[^]*?\n\n([\w+/=\n]+)/.exec(server.taken[0] ?? '')?.[1] ?? ''
  expect(readCalendarFile(Buffer.from(attached, 'base64')).get('VEVENT.SUMMARY')).toMatch(/^Sair até /)
})
