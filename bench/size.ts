import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotli } from '../tools/build/compress.ts'
import {
  customersFiles,
  entryOf,
  preloadFiles,
  keyOf,
  readManifest,
  entryFiles,
  type Chunk,
  type Manifest,
} from '../tools/build/template.ts'
import { buildWeb } from '../tools/build.ts'
import { pageBytes } from './page/page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'dist/web')
const kilobyte = 1000

/** docs/performance.md#bytes-npm-run-benchsize. Bytes as brotli sends them. */
const limits = { firstJs: 76, page: 8, furtherScreen: 25, requests: 7, furtherFiles: 6 }

/** What a screen opened by its address loads besides the start; fields and the price's files are not loaded yet. */
const byAddressLimits = { furtherScreen: 40, furtherFiles: 10 }

/**
 * The customer's screens in order, and their chunks (tools/build/chunks.ts); the chunks loaded after the first paint
 * come first.
 */
const flow = [
  {
    name: 'after the first paint',
    modules: ['calls', 'over', 'src/app/web/deferred.ts'],
  },
  { name: 'ticket value', modules: ['ticket'] },
  { name: 'account data', modules: ['src/account/web/AccountDataPage.tsx'] },
  { name: 'address', modules: ['src/account/web/AddressPage.tsx'] },
  { name: 'privacy terms', modules: ['src/account/web/PrivacyTermsPage.tsx'] },
  {
    name: 'payment type',
    modules: ['src/reservation/web/pay/PaymentTypePage.tsx'],
  },
  {
    name: 'new card',
    modules: ['src/payment/card/web/NewCardScreen.tsx'],
  },
  {
    name: 'saved card',
    modules: ['src/payment/card/web/SavedCardScreen.tsx'],
  },
  { name: 'Pix, who pays', modules: ['src/account/web/pix/PixPayer.tsx'] },
  { name: 'Pix', modules: ['src/payment/pix/web/PixScreen.tsx'] },
  { name: 'payment done', modules: ['src/reservation/web/PaymentDonePage.tsx'] },
  { name: 'user menu', modules: ['src/site/web/user/UserMenuPage.tsx'] },
  { name: 'edit menu', modules: ['src/site/web/user/EditMenuPage.tsx'] },
  { name: 'own account', modules: ['src/account/web/me/UserEditPage.tsx'] },
  { name: 'own address', modules: ['src/account/web/me/PersonEditPage.tsx'] },
  { name: 'saved cards', modules: ['src/card/web/SavedCardsPage.tsx'] },
  { name: 'vehicles', modules: ['src/vehicle/web/VehiclesPage.tsx'] },
  { name: 'reserve a space', modules: ['src/reservation/web/add/AddReservationPage.tsx'] },
  { name: 'authorise the exit', modules: ['src/reservation/web/exit/AuthoriseExitPage.tsx'] },
  { name: 'history', modules: ['src/receipt/web/HistoryPage.tsx'] },
  { name: 'receipt', modules: ['src/receipt/web/ReceiptPage.tsx'] },
  { name: 'signed receipt', modules: ['src/receipt/web/ProofPanel.tsx'] },
  { name: 'receipt for a guest', modules: ['src/receipt/web/GuestReceiptPage.tsx'] },
  { name: 'receipt by e-mail', modules: ['src/receipt/web/ReceiptEmailDialog.tsx'] },
  { name: 'contest', modules: ['src/contest/web/ContestPage.tsx'] },
  { name: 'a validation undone', modules: ['src/partner/web/shop/UndoDialog.tsx'] },
  { name: 'my data', modules: ['src/site/web/user/MyDataPage.tsx'] },
  { name: 'contact', modules: ['src/site/web/ContactPage.tsx'] },
  { name: 'terms', modules: ['src/site/web/TermsPage.tsx'] },
  { name: 'free spaces', modules: ['src/site/web/SpacesDialog.tsx'] },
  { name: 'tickets paid here', modules: ['src/payment/web/local/PaidTickets.tsx'] },
  { name: 'reservations', modules: ['src/reservation/web/list/ReservationsList.tsx'] },
  { name: 'scanner', modules: ['src/ticket/web/scan/ScanTicket.tsx'] },
  { name: 'pay as', modules: ['src/account/web/remember/PayAs.tsx'] },
  { name: 'confirm sheet', modules: ['src/account/web/remember/ConfirmSheet.tsx'] },
  { name: 'remember me', modules: ['src/account/web/remember/RememberMe.tsx'] },
  { name: 'create, address', modules: ['src/account/web/create/CreateAddressPage.tsx'] },
  { name: 'Google’s check', modules: ['src/session/web/human/RecaptchaWidget.tsx'] },
  { name: 'cookies', modules: ['src/site/web/consent/ConsentChoice.tsx'] },
] as const

/** Screens opened by a link or a bookmark: each adds to the start. */
const byAddress = [
  { name: 'login', modules: ['src/account/web/access/LoginPage.tsx'] },
  { name: 'recover, e-mail', modules: ['src/account/web/access/RecoverEmailPage.tsx'] },
  { name: 'recover, link', modules: ['src/account/web/access/RecoverTokenPage.tsx'] },
  { name: 'create, data', modules: ['src/account/web/create/CreateDataPage.tsx'] },
  { name: 'logout', modules: ['src/session/web/LogoutPage.tsx'] },
  { name: 'human check', modules: ['src/session/web/RecaptchaPage.tsx'] },
  { name: 'shop', modules: ['src/partner/web/shop/ShopPage.tsx'] },
  { name: 'shop code', modules: ['src/partner/web/CodePage.tsx'] },
  { name: 'home', modules: ['src/site/web/HomePage.tsx'] },
  { name: 'not found', modules: ['src/site/web/NotFoundPage.tsx'] },
] as const

type Step = { name: string; modules: readonly string[] }

type Row = { what: string; value: number; limit: number; unit: string }

/** Measures the build against the budget. */
async function measure(manifest: Manifest): Promise<Row[]> {
  const page = (await pageBytes()) / kilobyte
  const rows: Row[] = [
    { what: 'HTML with styles and templates, as sent', value: page, limit: limits.page, unit: 'KB' },
  ]
  for (const screen of ['src/site/web/WelcomePage.tsx', 'src/ticket/web/TicketReadPage.tsx']) {
    const files = filesFor(manifest, screen)
    const name = screenName(screen)
    rows.push({
      what: `JS until ${name} is interactive`,
      value: sum(files),
      limit: limits.firstJs,
      unit: 'KB',
    })
    rows.push({
      what: `requests until ${name} is interactive`,
      value: files.size + 1,
      limit: limits.requests,
      unit: '',
    })
  }
  return [...rows, ...priceRows(manifest), ...furtherRows(manifest), unmeasured(manifest)]
}

/** The customer's screens and dialogs that no row measures: none. */
function unmeasured(manifest: Manifest): Row {
  const measured: readonly string[] = [...flow, ...byAddress].flatMap(({ modules }) => [...modules])
  const first = ['src/site/web/WelcomePage.tsx', 'src/ticket/web/TicketReadPage.tsx']
  const files = new Set(customersFiles(manifest))
  const missing = Object.entries(manifest)
    .filter(
      ([source, { file, isDynamicEntry }]) =>
        isDynamicEntry && source.endsWith('.tsx') && files.has(`/${file}`),
    )
    .map(([source]) => source)
    .filter((source) => !measured.includes(source) && !first.includes(source))
  return {
    what: `screens without a row: ${missing.join(' ') || 'none'}`,
    value: missing.length,
    limit: 0,
    unit: '',
  }
}

/**
 * The files of the price's screen for a link with a ticket, and how many of them are found only while the base runs
 * although the page could have requested them with the price (`preloadFiles`).
 */
function priceRows(manifest: Manifest): Row[] {
  const start = new Set(entryFiles(manifest).map(({ file }) => file))
  const modules = ['src/ticket/web/TicketReadPage.tsx', 'ticket', 'src/app/web/deferred.ts']
  const screens = modules.map((name) => keyOf(manifest, name))
  const needed = new Set(screens.flatMap((screen) => [...filesFor(manifest, screen)]))
  const more = [...needed].filter((file) => !start.has(file))
  const ahead = (preloadFiles(manifest)['early'] ?? []).map((name) => `assets/${name}.js`)
  const late = more.filter((file) => !ahead.includes(file))
  return [
    { what: 'files of the price’s screen, more', value: more.length, limit: limits.furtherFiles, unit: '' },
    { what: `of them known late: ${late.join(' ') || 'none'}`, value: late.length, limit: 0, unit: '' },
  ]
}

/** What each further screen adds to the screens before it, in the order of the payment. */
function furtherRows(manifest: Manifest): Row[] {
  const loaded = filesFor(manifest, 'src/ticket/web/TicketReadPage.tsx')
  const [byItself, ...steps] = flow
  const first = stepRows(manifest, byItself, loaded)
  return [
    ...first,
    ...byAddress.flatMap((step) => stepRows(manifest, step, new Set(loaded), byAddressLimits)),
    ...steps.flatMap((step) => stepRows(manifest, step, loaded)),
  ]
}

/** What a step adds; it counts as loaded from then on. */
function stepRows(
  manifest: Manifest,
  { name, modules }: Step,
  loaded: Set<string>,
  { furtherScreen, furtherFiles }: typeof byAddressLimits = limits,
): Row[] {
  const files = new Set(modules.flatMap((module) => [...filesFor(manifest, keyOf(manifest, module))]))
  const more = new Set([...files].filter((file) => !loaded.has(file)))
  for (const file of files) loaded.add(file)
  return [
    { what: `${name}, more`, value: sum(more), limit: furtherScreen, unit: 'KB' },
    // A browser requests six at a time; the server's line serves them one after the other.
    { what: `${name}, files`, value: more.size, limit: furtherFiles, unit: '' },
  ]
}

function screenName(source: string): string {
  return /([^/]+)Page\.tsx$/.exec(source)?.[1] ?? source
}

/** The scripts and styles of a screen with those of the start. */
function filesFor(manifest: Manifest, screen: string): Set<string> {
  const files = new Set(entryFiles(manifest).map((chunk) => chunk.file))
  const inlined = new Set(entryFiles(manifest).flatMap((chunk) => chunk.css ?? []))
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || (chunk !== manifest[screen] && files.has(chunk.file))) return
    files.add(chunk.file)
    for (const sheet of chunk.css ?? []) if (!inlined.has(sheet)) files.add(sheet)
    for (const name of chunk.imports ?? []) visit(manifest[name])
  }
  visit(manifest[screen])
  return files
}

function sum(files: Set<string>): number {
  return [...files].reduce((total, file) => total + size(file), 0)
}

function size(file: string): number {
  const path = join(web, file)
  return (
    (existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : brotli(readFileSync(path))).length / kilobyte
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildWeb({ quiet: true })
  const manifest = readManifest(web)
  const over = (await measure(manifest)).filter((row) => {
    const fits = row.value <= row.limit
    const value = row.unit === '' ? String(row.value) : row.value.toFixed(1)
    process.stdout.write(
      `${fits ? 'ok  ' : 'OVER'} ${row.what.padEnd(48)} ${value.padStart(6)} of ${row.limit} ${row.unit}\n`,
    )
    return !fits
  })
  process.stdout.write(`entry ${entryOf(manifest).file}\n`)
  if (over.length > 0) process.exit(1)
}
