import { expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { holdLock } from '#test/support/database/locks.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { delayedAnswers } from '#test/support/wire/delayedAnswers.ts'

/** Another tab clears the visit ('session/clear') while a card of the session is at the acquirer. */
const answers = delayedAnswers()
const portal = portalOfFile({
  acquirerTimeoutMs: 25_000,
  acquirers: (cielo, bacen) => acquirersOf(answers.of(cielo), bacen),
})

/** The clearing has read the untouched payments and waits for an earlier one. */
async function beingCleared() {
  const client = portal.client()
  const earlier = await openTransaction(client, await portal.openTicket(125))
  const token = await openTransaction(client, await portal.openTicket(125))
  const row = await holdLock(portal.db, `select from payment where token = '${earlier}' for update`)
  const cleared = client.post('/auth/session/clear')
  await row.waiting(1)
  const ends = async () => {
    await row.lift()
    must(await cleared)
    return Promise.all([stateOf(client, earlier), stateOf(client, token)])
  }
  return { client, token, ends }
}

const stateOf = async (client: PortalClient, token: string) =>
  at(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.state')

it('clearing the session does not cancel a payment that has reached the acquirer meanwhile: it is captured', async () => {
  const { client, token, ends } = await beingCleared()
  const answer = answers.hold('authorise')
  const paying = pay(client, token, cardEndingIn(1))
  await answer.there
  expect(await ends()).toEqual(['cancelled', 'authorising'])
  answer.go()
  expect(at(must(await paying).body, 'data.ok')).toBe(true)
  expect(await stateOf(client, token)).toBe('captured')
})

it('clearing the session does not cancel a payment that was refused meanwhile: it stays open', async () => {
  const { client, token, ends } = await beingCleared()
  must(await pay(client, token, cardEndingIn(2)))
  expect(await ends()).toEqual(['cancelled', 'created'])
})
