import { expect, it } from 'vitest'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { buildApp } from '../app.ts'
import { clientBuild } from './clientBuild.ts'

const portal = portalOfFile()

/** An instance of one release: its page's token and its check. */
async function instance(build: string) {
  const render = () =>
    '<html><!--guiche:visit--><meta name="api-user-id" content=""><meta name="api-token" content=""></html>'
  const shell = { render, build, scriptHashes: ["sha256-'x'"], styleHashes: [] }
  const app = await buildApp(portal.deps, { shell, logger: false })
  return {
    pageToken: async () =>
      /api-token" content="([^"]+)"/.exec((await app.inject({ url: '/' })).body)?.[1] ?? '',
    answers: async (token: string, id = 'web') => {
      const headers = { 'x-api-user-id': id, 'x-api-token': token }
      return (await app.inject({ url: '/api/session/web', headers })).statusCode
    },
    close: () => app.close(),
  }
}

it('during an update, instances accept pages of other releases for a day, and their own always', async () => {
  const [before, after] = [await instance('0123456789abcdef'), await instance('fedcba9876543210')]
  try {
    const [old, fresh] = [await before.pageToken(), await after.pageToken()]
    const all = async () => [
      [await before.answers(old), await before.answers(fresh)],
      [await after.answers(old), await after.answers(fresh)],
    ]
    expect(old).not.toBe(fresh)
    expect(await all()).toEqual([
      [200, 200],
      [200, 200],
    ])
    portal.clock.forward(24 * 60)
    expect(await all()).toEqual([
      [200, 200],
      [200, 200],
    ])
    portal.clock.forward(24 * 60)
    expect(await all()).toEqual([
      [200, 401],
      [401, 200],
    ])
  } finally {
    await before.close()
    await after.close()
  }
})

it('other tokens are refused: another id, none, invented or changed ones', async () => {
  const one = await instance('0123456789abcdef')
  try {
    const good = await one.pageToken()
    const [build, day, check] = [good.slice(0, 6), good.slice(6, 10), good.slice(10)]
    const foreign = clientBuild(Buffer.alloc(32), '0123456789abcdef', portal.clock).credentials().token
    const changed = [`fedcba${day}${check}`, `${build}ffff${check}`, `${build}zzzz${check}`]
    const wrong = [
      '',
      'x',
      '0123456789abcdef',
      build,
      build + day,
      `${good}0`,
      good.slice(1),
      foreign,
      ...changed,
    ]
    const answers = await Promise.all(wrong.map((token) => one.answers(token)))
    expect(answers).toEqual(wrong.map(() => 401))
    expect([await one.answers(good, 'other'), await one.answers(good)]).toEqual([401, 200])
  } finally {
    await one.close()
  }
})
