import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { workerScript } from '../tools/build/serviceWorker.ts'

type Fetched = { request: object; respondWith: (answer: Promise<Response>) => void }

const online = async () => new Response('from the network')

/** What the worker answers to a navigation, with these caches and a network that answers. */
async function answerWith(caches: object, path = '/', fetch = online): Promise<string> {
  const listeners = new Map<string, (event: Fetched) => void>()
  const given = {
    caches,
    URL,
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
