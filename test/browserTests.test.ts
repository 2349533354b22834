import { expect, it } from 'vitest'
import { backOfficeRoutes } from '#app/web/backoffice/modules.ts'
import { routes as customers } from '#app/web/modules.ts'
import { customerViews, newcomerViews } from '#test/e2e/support/views/customer.ts'
import { adminViews, halfSignedInViews, supervisorViews } from '#test/e2e/support/views/desk.ts'
import { guestViews } from '#test/e2e/support/views/guest.ts'
import { partViews } from '#test/e2e/support/views/parts.ts'
import { shopViews } from '#test/e2e/support/partner/views.ts'
import { reservationViews } from '#test/e2e/support/views/reservation.ts'
import { findAll, type Source, sourcesIn } from './tidy/sources.ts'
import { intercepts, screenshotsElsewhere } from './tidy/intercepts.ts'

const routes = { ...customers, ...backOfficeRoutes }

const views = [
  ...guestViews,
  ...newcomerViews,
  ...customerViews,
  ...reservationViews,
  ...adminViews,
  ...supervisorViews,
  ...halfSignedInViews,
  ...shopViews,
  ...partViews,
]

/** These appear only during a fault or a pending call, so the tests of those look at them. */
const elsewhere: Readonly<Record<string, string>> = {
  logout: 'test/e2e/login.test.ts',
  recaptcha: 'test/e2e/session.test.ts',
}

it('every screen has a row in test/e2e/support/views', () => {
  const seen = new Set<string>(views.map(({ screen }) => screen))
  const unseen = Object.keys(routes).filter((screen) => !seen.has(screen) && !(screen in elsewhere))
  expect(unseen.map((screen) => `${screen} -> add it to the views of who sees it`)).toEqual([])
})

const sources = sourcesIn('test/e2e')
const named = (path: string) => path.replace('test/e2e/', '')
// Comments are not stripped: `**/` and `/**` of an address look like one.
const countIn = ({ lines }: Source, pattern: RegExp) => lines.join('\n').match(pattern)?.length ?? 0

it('every test that replaces a server’s answers is listed with its reason, and no others', () => {
  const found = [...sources, ...sourcesIn('test/simulation', 'test/engines')].flatMap((source) =>
    [...source.lines.join('\n').matchAll(/\.route\(\s*(.+?),/g)].map(
      ([, what]) => `${named(source.path)}: ${what}`,
    ),
  )
  expect(found.toSorted()).toEqual(intercepts.map(({ file, what }) => `${file}: ${what}`))
})

it('no test removes a route: a file that is on its way then never arrives', () => {
  expect(findAll(sources, /\.unroute\(/, 'let the route continue instead')).toEqual([])
})

it('states that any person can reach are checked in the table of views', () => {
  const tests = sources.filter(({ path }) => path.endsWith('.test.ts'))
  const looks = tests.reduce((sum, source) => sum + countIn(source, /await expectSound\(/g), 0)
  expect(looks).toBeLessThanOrEqual(screenshotsElsewhere)
})

it('measured pixels are compared with a tolerance of half a pixel', () => {
  const exact =
    /expect\([^;]*(boundingBox|getBoundingClientRect|\.(x|y|width|height)\b)[^;]*\)\.to(Be|Equal|BeLess\w+|BeGreater\w+)\(/
  const tests = sources.filter(({ path }) => path.endsWith('.test.ts'))
  expect(findAll(tests, exact, 'say it with expectPixels of test/e2e/support/views/pixels.ts')).toEqual([])
})

it('a test that lets a file of the app fail uses a new phone without cached files', () => {
  const losing = sources.filter((source) => countIn(source, /(?:'lost',|\bloses\()\s*\/assets/g) > 0)
  const handedOn = losing.filter((source) => countIn(source, /\bnewPhone\b/g) === 0)
  expect(losing.length).toBeGreaterThan(0)
  expect(handedOn.map(({ path }) => `${path} -> newPhone of test/e2e/support/browser.ts`)).toEqual([])
})

it('tests wait for the effect of a click or of typed text', () => {
  const action = String.raw`await .*\.(?:press|click|dblclick|fill|check|uncheck|selectOption)\(.*\)\n`
  const look = String.raw` *expect\(await [^;\n]*\.(?:textContent|inputValue|innerText|count|is[A-Z]\w+)\(\)\)`
  const atOnce = new RegExp(action + look, 'g')
  const tests = sources.filter(({ path }) => /e2e\/.*\.test\.ts$/.test(path))
  const found = tests.flatMap(({ path, lines }) =>
    [...lines.join('\n').matchAll(atOnce)].map(([two]) => `${path}: ${two}`),
  )
  expect(found, 'wait for it (waitFor), or ask until it is so (expect.poll)').toEqual([])
})

it('tests press a button twice with pressTwice, not with a double click', () => {
  // A real double click tests that the page ignores such a press.
  const others = sources.filter(({ path }) => !path.endsWith('/kit.test.ts'))
  expect(findAll(others, /\.dblclick\(/, 'pressTwice of test/e2e/support/steps.ts')).toEqual([])
})

it('tests correct an invalid field with correct before they press a button below it', () => {
  const error = String.raw`getByText\((?:'Campo |'Digite |'Use |[^)]*(?:inválid|incorret|já usado)).*waitFor\(\)\n(?:(?!.*\bcorrect\().*\n){0,3}?`
  const filled = new RegExp(String.raw`${error}.*\.fill\(.*\n.*(?:\.click\(|pressTwice)`, 'g')
  const found = sources.flatMap(({ path, lines }) =>
    [...lines.join('\n').matchAll(filled)].map(([these]) => `${path}: ${these}`),
  )
  expect(found, 'correct of test/e2e/support/steps.ts').toEqual([])
})

it('tests wait for the focus, which moves after its target has been drawn', () => {
  const atOnce = /expect\(await .*(activeElement|[fF]ocused)/
  const tests = sources.filter(({ path }) => path.endsWith('.test.ts'))
  expect(findAll(tests, atOnce, 'ask until it is so (expect.poll)')).toEqual([])
})
