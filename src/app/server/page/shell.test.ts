import { globSync, readFileSync, readdirSync } from 'node:fs'
import { Transformer } from '@napi-rs/image'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defaultPageSettings } from '#site/pageSettings.ts'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { startPortal } from '#test/support/portal.ts'
import { staffMember } from '#test/support/staff.ts'
import { buildApp } from '../app.ts'
import { webDir } from './shell.ts'

const shell = {
  render: () =>
    '<html><meta name="csrf-token" content=""><meta name="human-challenge" content=""><!--guiche:visit--></html>',
  build: 'build',
  scriptHashes: ["sha256-'x'"],
  styleHashes: [],
}

it('the page for cards has a policy without foreign origins, whatever the settings', async () => {
  const portal = await startPortal({
    captcha: 'recaptcha',
    env: { RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_SECRET: 's' },
  })
  const set = { analyticsEnabled: true, analyticsScriptUrl: 'https://metrics.example/a.js' }
  const pageSettings = async () => ({ ...defaultPageSettings, ...set })
  const app = await buildApp({ ...portal.deps, pageSettings }, { shell, logger: false })
  try {
    const policyOf = async (url: string) =>
      String((await app.inject({ url })).headers['content-security-policy'])
    const foreign = /https?:|\*/
    expect(await policyOf('/')).toMatch(/script-src [^;]*https:\/\/metrics\.example/)
    expect(await policyOf('/')).toContain('https://www.google.com/recaptcha/')
    for (const url of ['/?card', '/?card=1', '/?utm=x&card']) expect(await policyOf(url)).not.toMatch(foreign)
  } finally {
    await app.close()
    await portal.close()
  }
})

/** The proof that the inline script computes (`tools/build/early.js`). */
async function proofOf(line: string): Promise<string> {
  const [cost, until, keyPrefix = '', keySignature, nonce = '', salt = '', signature] = line.split(' ')
  const data = { good_until: Number(until), grade: 1 }
  const fixed = { algorithm: 'PBKDF2/SHA-256', keyLength: 32 }
  const parameters = { ...fixed, cost: Number(cost), data, keyPrefix, keySignature, nonce, salt }
  const challenge = { parameters, signature }
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

it('the challenge is in the page, its proof is valid for one look-up in time, and no session is stored for it', async () => {
  const portal = await startPortal({ captcha: 'altcha' })
  const app = await buildApp(portal.deps, { shell, logger: false })
  try {
    const open = async () => {
      const { body } = await app.inject({ url: '/' })
      return /human-challenge" content="([^"]+)"/.exec(body)?.[1] ?? ''
    }
    const [one, other] = [await open(), await open()]
    expect(one).not.toBe(other)
    expect(one.length).toBe(other.length)
    const rows = () => portal.db.selectFrom('used_challenge').select('hash').execute()
    expect(await rows()).toEqual([])

    const code = await portal.openTicket(60)
    const read = (recaptcha: string) => portal.client().post('/api/tk_ticket/read', { code, recaptcha })
    const proof = await proofOf(one)
    const refused = { status: 403, body: { code: 'human_required' } }
    expect((await read(proof)).status).toBe(200)
    expect(await read(proof)).toMatchObject(refused)
    expect(await rows()).toHaveLength(1)
    const late = await proofOf(other)
    expect(await read(late.replace(/.{4}$/, 'AAAA'))).toMatchObject(refused)
    portal.clock.forward(21)
    expect(await read(late)).toMatchObject(refused)
  } finally {
    await app.close()
    await portal.close()
  }
})

/** The path of every screen, with a value for each parameter. */
function screenPaths(): string[] {
  const paths = globSync('src/**/screens.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bpath: '(\/[^']+)'/g)].map(([, path = '']) => path),
  )
  expect(paths.length).toBeGreaterThan(50)
  return paths.map((path) => path.replaceAll(/\{\w+\}/g, '7'))
}

it('a path without its # redirects a browser to its screen, and is 404 for a call', async () => {
  const portal = await startPortal()
  const app = await buildApp(portal.deps, { shell, logger: false })
  try {
    const open = (url: string, accept: string) => app.inject({ url, headers: { accept } })
    const rows = [
      ['/ticket/read?ticket=0001234567890', '/#/ticket/read?ticket=0001234567890'],
      ['/%23/ticket/read', '/#/ticket/read'],
      ['/login', '/#/login'],
      ['/index.html', '/'],
      ['/api/nothing', '/#/api/nothing'],
      ['//x', '/#/x'],
    ] as const
    for (const [url, to] of rows) {
      const { statusCode, headers } = await open(url, 'text/html,*/*')
      expect({ url, statusCode, to: headers.location }).toEqual({ url, statusCode: 303, to })
      expect((await open(url, 'application/json')).statusCode).toBe(404)
    }
    for (const path of screenPaths()) {
      const { statusCode, headers } = await open(path, 'text/html')
      expect({ path, statusCode, to: headers.location }).toEqual({ path, statusCode: 303, to: `/#${path}` })
    }
    for (const url of ['/%zz', '/login/%zz', '/payment/return/%zz'])
      expect((await open(url, 'text/html')).headers).toMatchObject({ location: '/' })
    const returned = await app.inject({ method: 'POST', url: '/payment/return/%zz' })
    expect(returned).toMatchObject({ statusCode: 303, headers: { location: '/' } })
  } finally {
    await app.close()
    await portal.close()
  }
})

it('files of the build that no page names are not served', { timeout: 60_000 }, async () => {
  const portal = await startPortal({ web: true })
  try {
    const said = async (path: string) => (await fetch(portal.url + path)).status
    const built = readdirSync(webDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath.slice(webDir.length)}/${name}`.replaceAll('//', '/'))
    const open = /^\/(assets|icons)\/.*(?<!\.br|\.gz)$|^\/(sw|receipt)\.js$/
    const shut = built.filter((path) => !open.test(path))
    expect(shut).toEqual(expect.arrayContaining(['/index.html', '/index.html.br', '/manifest.json']))
    const ofAssets = shut.find((path) => path.startsWith('/assets/')) ?? ''
    const others = shut.filter((path) => !path.startsWith('/assets/'))
    for (const path of [
      ...others,
      ofAssets,
      '/csp.json',
      '/../csp.json',
      '/assets/../manifest.json',
      '/assets%2f..%2fmanifest.json',
    ])
      expect([path, await said(path)]).toEqual([path, 404])
    const shown = built.filter((path) => open.test(path))
    for (const path of [shown[0], '/sw.js', '/receipt.js']) expect(await said(path ?? '')).toBe(200)
    const asset = shown.find((path) => path.startsWith('/assets/') && path.endsWith('.js')) ?? ''
    const packed = await fetch(portal.url + asset, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
  } finally {
    await portal.close()
  }
})

it('the web manifest has the operator’s name and colour, and icons of the sizes that it states', async () => {
  const portal = await startPortal({ web: true })
  try {
    const changed = { ...defaultPageSettings, operatorName: 'Garagem Azul do Centro', signColor: '#083b8f' }
    const app = await buildApp(
      { ...portal.deps, pageSettings: async () => changed },
      { shell, logger: false },
    )
    const { body } = await app.inject({ url: '/manifest.webmanifest' })
    await app.close()
    expect(JSON.parse(body)).toMatchObject({
      name: 'Garagem Azul do Centro',
      short_name: 'Garagem Azul',
      theme_color: '#083b8f',
    })

    const page = String((await portal.client().get('/')).body)
    const address = /<link rel="?manifest"? href="([^"]+)"/.exec(page)?.[1] ?? ''
    const manifest = await fetch(`${portal.url}${address}`)
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const { display, start_url: start, icons } = z.parse(manifestShape, await manifest.json())
    expect({ display, start, icons: icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`) }).toEqual({
      display: 'standalone',
      start: '/',
      icons: ['any 192x192', 'any 512x512', 'maskable 512x512'],
    })
    for (const { src, sizes, type } of icons) {
      const icon = await fetch(`${portal.url}${src}`)
      const bytes = Buffer.from(await icon.arrayBuffer())
      expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
      const drawn = `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
      expect([icon.headers.get('content-type'), drawn]).toEqual([type, sizes])
    }

    const manager = await staffMember(portal, 2)
    const settings = at(must(await manager.get('/api/staff/settings/edit')).body, 'entity')
    const entry = { ...Object(settings), operatorShortName: ' Pátio ' }
    must(await manager.change('PUT', '/api/staff/settings', entry))
    const named = await fetch(`${portal.url}${address}`)
    expect(at(await named.json(), 'short_name')).toBe('Pátio')
    const tooLong = { ...entry, operatorShortName: 'Estacionamento' }
    expect(await manager.change('PUT', '/api/staff/settings', tooLong)).toMatchObject({
      status: 422,
      body: { errors: { operatorShortName: ['No máximo 12 letras.'] } },
    })
  } finally {
    await portal.close()
  }
})

it('the icon on iOS has 180 x 180 pixels: the operator’s logo of any kind and shape, else ours', async () => {
  const portal = await startPortal({ web: true })
  try {
    const page = String((await portal.client().get('/')).body)
    const address = /<link rel="?apple-touch-icon"? href="([^"]+)"/.exec(page)?.[1] ?? ''
    const fetchIcon = async () => {
      const reply = await fetch(`${portal.url}${address}`)
      const icon = Buffer.from(await reply.arrayBuffer())
      const { width, height, format } = await new Transformer(icon).metadata()
      expect([reply.headers.get('content-type'), format, width, height]).toEqual([
        'image/png',
        'png',
        180,
        180,
      ])
      return icon
    }
    const ours = await fetchIcon()
    const manager = await staffMember(portal, 2)
    const path = '/api/staff/settings/logo'
    const logo = Transformer.fromRgbaPixels(new Uint8Array(400 * 100 * 4).fill(128), 400, 100)
    const broken = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')])
    const icons: Buffer[] = []
    for (const content of [await logo.png(), await logo.jpeg(), await logo.webp(), broken]) {
      const form = new FormData()
      form.append('logo', new Blob([new Uint8Array(content)]), 'logo')
      must(await manager.upload(path, form))
      icons.push(await fetchIcon())
    }
    expect(icons.map((icon) => icon.equals(ours))).toEqual([false, false, false, true])
    must(await manager.change('DELETE', path))
    expect(await fetchIcon()).toEqual(ours)
  } finally {
    await portal.close()
  }
})

const manifestShape = z.object({
  display: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
})
