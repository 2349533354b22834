import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { workerScript } from '../tools/build/serviceWorker.ts'

type Fetched = { request: object; respondWith: (answer: Promise<Response>) => void }

const online = async () => new Response('from the network')

/** The worker's answer to a navigation, with these caches and this network. */
async function answerWith(caches: object, path = '/', fetch = online): Promise<string> {
  const listeners = new Map<string, (event: Fetched) => void>()
  const given = {
    caches,
    URL,
    Response,
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms / 300),
    location: { origin: 'https://guiche.example' },
    addEventListener: (name: string, listen: (event: Fetched) => void) => listeners.set(name, listen),
    fetch,
    skipWaiting: () => undefined,
    clients: { claim: () => undefined },
  }
  runInNewContext(workerScript('1', []), given)
  const request = { url: `https://guiche.example${path}`, method: 'GET', mode: 'navigate' }
  const answer = await new Promise<Response>((respondWith) => {
    listeners.get('fetch')?.({ request, respondWith })
  })
  return answer.text()
}

const broken = () => Promise.reject(new DOMException('', 'UnknownError'))

it.each([
  ['cannot be opened', { open: broken }],
  ['cannot be read', { open: async () => ({ match: broken, put: broken }) }],
  ['is empty', { open: async () => ({ match: async () => undefined, put: broken }) }],
])('a cache that %s: the page is read from the network', async (_, caches) => {
  expect(await answerWith(caches)).toBe('from the network')
})

it('a cached page is shown', async () => {
  const kept = { match: async () => new Response('kept'), put: async () => undefined }
  expect(await answerWith({ open: async () => kept })).toBe('kept')
})

it('a receipt’s page is read from the network; without it the cached one verifies', async () => {
  const match = async (key: string) => (key === '/r/' ? new Response('kept') : undefined)
  const caches = { open: async () => ({ match, add: broken }) }
  expect(await answerWith(caches, '/r/GR1.x.y.z')).toBe('from the network')
  expect(await answerWith(caches, '/r/GR1.x.y.z', broken)).toBe('kept')
})

/** The notification for a push at `now`, and the address that a click on it opens. */
function remindedBy(payload: object, now: string) {
  const listeners = new Map<string, (event: object) => void>()
  const notices: [title: string, options: object][] = []
  const opened: string[] = []
  class FixedDate extends Date {
    static override now = () => Date.parse(now)
  }
  const given = {
    Date: FixedDate,
    addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
    registration: { showNotification: (...notice: [string, object]) => notices.push(notice) },
    clients: { openWindow: (address: string) => opened.push(address) },
  }
  runInNewContext(workerScript('1', []), given)
  const waitUntil = () => undefined
  listeners.get('push')?.({ data: { json: () => payload }, waitUntil })
  const [[title, options] = ['', {}]] = notices
  listeners.get('notificationclick')?.({ notification: { ...options, close: () => undefined }, waitUntil })
  return { title, opened }
}

const until = '2026-11-28T14:45:00-03:00'

it.each([
  ['exit', '17:40:00', 'Faltam 5 minutos para sair (até 14:45).'],
  ['exit', '17:40:09', 'Faltam 5 minutos para sair (até 14:45).'],
  ['exit', '17:42:30', 'Faltam 3 minutos para sair (até 14:45).'],
  ['exit', '17:44:10', 'Falta 1 minuto para sair (até 14:45).'],
  ['exit', '13:02:00', 'Faltam 5 minutos para sair (até 14:45).'],
  ['exit', '22:00:00', 'Faltam 5 minutos para sair (até 14:45).'],
  ['arrive', '16:45:02', 'Falta 1 hora para chegar (até 14:45).'],
  ['arrive', '17:05:00', 'Faltam 40 minutos para chegar (até 14:45).'],
])('a reminder of %s at %s UTC reads %j, and leads to the payment', (t, time, title) => {
  const shown = remindedBy({ t, until, p: 'P00000042' }, `2026-11-28T${time}Z`)
  expect(shown).toEqual({ title, opened: ['/payment/reminded/P00000042'] })
})

it('on a silent line a receipt’s kept page is shown; without one the network is waited for', async () => {
  const silent = () => new Promise<Response>(() => undefined)
  const caches = { open: async () => ({ match: async () => new Response('kept'), add: broken }) }
  expect(await answerWith(caches, '/r/GR1.x.y.z', silent)).toBe('kept')
  const slow = () => new Promise<Response>((answer) => setTimeout(() => answer(new Response('late')), 50))
  expect(await answerWith({ open: broken }, '/r/GR1.x.y.z', slow)).toBe('late')
})

it('what the portal says of a receipt is kept for 90 days, under the hash of its text', async () => {
  const stored = new Map<string, string>([['/r/kept/old', '{"state":"valid","refundedCents":0,"at":1}']])
  const receipts = {
    keys: async () => [...stored.keys()],
    match: async (key: string) => new Response(stored.get(key)),
    delete: async (key: string) => stored.delete(key),
    put: async (key: string, answer: Response) => void stored.set(key, await answer.text()),
  }
  const caches = {
    open: async (name: string) => (name === 'guiche-receipts' ? receipts : { match: broken, add: broken }),
  }
  const said = { state: 'refunded', refundedCents: 700, at: 1_800_000_000_000 }
  const headers = { 'guiche-receipt': JSON.stringify({ key: 'abc', ...said }) }
  expect(await answerWith(caches, '/r/x', async () => new Response('now', { headers }))).toBe('now')
  await expect.poll(() => [...stored]).toEqual([['/r/kept/abc', JSON.stringify(said)]])
})
