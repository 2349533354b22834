import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { worker } from '../tools/build/serviceWorker.ts'

type Fetched = { request: object; respondWith: (answer: Promise<Response>) => void }

/** What the worker answers to a navigation, with these caches and a network that answers. */
async function answerWith(caches: object): Promise<string> {
  const listeners = new Map<string, (event: Fetched) => void>()
  const given = {
    caches,
    URL,
    location: { origin: 'https://guiche.example' },
    addEventListener: (name: string, listen: (event: Fetched) => void) => listeners.set(name, listen),
    fetch: async () => new Response('from the network'),
    skipWaiting: () => undefined,
    clients: { claim: () => undefined },
  }
  runInNewContext(worker('1', []), given)
  const request = { url: 'https://guiche.example/', method: 'GET', mode: 'navigate' }
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
])('a cache that %s: the network answers', async (_, caches) => {
  expect(await answerWith(caches)).toBe('from the network')
})

it('a page that is kept is shown', async () => {
  const kept = { match: async () => new Response('kept'), put: async () => undefined }
  expect(await answerWith({ open: async () => kept })).toBe('kept')
})
