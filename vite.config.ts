import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The oldest browsers that work (README.md#browsers); test/floor.test.ts looks for what they lack. */
const oldest = ['chrome87', 'ios14.5', 'firefox90']

const first =
  /\/src\/(kit\/text\/lookUp|kit\/web\/([A-Z]\w+\.|idle|tokens|base|(page|route|state)\/|field\/Field|call\/(door|failure)|native\/bridge|notice\/(notify|loading|online))|checkout\/web\/(Steps|customer|ownReceipts|ticket\/TicketCard\.module)|session\/web\/(human\/(human|HumanLine)|life\/checkRequests)|ticket\/web\/early\/early\.ts|payment\/web\/known\/PaidHere\.|\w+\/web\/screens\.ts|payment\/card\/web\/payRoutes\.ts)/
const shell =
  /\/src\/(app\/web\/(?!main|frame\/Surroundings|afterwards|dev\/(?!screens)|backoffice\/(?!entry))|session\/web\/session\.ts|site\/(web\/settings|pageSettings)\.ts)/
const libraries =
  /\/node_modules\/(react|react-dom|scheduler)\/|@oxc-project|vite\/preload-helper|rolldown\/runtime/

/** Of the first screens, of what lies over them, of the price's, and of fields: one sheet, which is there before the files are. */
const sheets =
  /\/src\/(site\/web\/[^/]+|site\/web\/consent\/\w+\.module|kit\/web\/(dialog|notice|form|field)\/\w+\.module|checkout\/web\/\w+\/\w+\.module|payment\/web\/known\/PaidHere\.module|ticket\/web\/Ticket\.module|account\/web\/(access|create)\/\w+\.module|session\/web\/human\/\w+\.module)\.css/
/** What is known as soon as the first screen stands: calls, and who is there. */
const calls =
  /\/src\/(kit\/(endpoint|fields|brazil|calendar)\.ts|kit\/web\/call\/(?!solve)|kit\/web\/time\/serverClock|session\/(contract|life|web\/(loadSession|waitForSession|guestClearing|life\/)))|\/node_modules\/(zod|@brazilian-utils)\//
const ticket =
  /\/src\/(checkout\/(?!barcode|.*ways\.ts|.*TicketCard\.module)|kit\/text\/(formats|sha256)\.ts|kit\/web\/(time|native)\/|ticket\/(contract|failures)\.ts|ticket\/web\/(search|lookUp|value\/|TicketValuePage|TicketSituation|ValueCard|Breakdown|ShareTicket|Ticket\.module)|payment\/(contract|method|card\/cardFields|known\/silence|paymentState|texts|web\/(doubt|latestPayment|usePayment|known\/(?!PaidHere|PaidTickets))|authentication\/(fields|ends)|pix\/contract)|acquirer\/(offered|authenticator)\.ts|card\/kinds|account\/web\/FlowTicket|parking\/(exitMinute|web\/ExitCountdown)|kit\/clock\.ts)/
const payer =
  /\/src\/account\/(contract|newAccount|pix\/contract)\.ts|\/src\/account\/web\/(useAccountForm|create\/(AccountWish|Create\.module|DuplicateWarning|PayerFields|duplicates|useLeaveSignedIn))/
const address = /\/src\/account\/web\/(useAddressForm|AddressFields|Account\.module|city\/)/
const access =
  /\/src\/(account\/user\.ts|account\/web\/access\/(Access\.module|CheckedActions|Outcome)|session\/web\/human\/(useHumanCheck|HumanCheck))/
const way =
  /\/src\/(acquirer\/brandName|card\/(contract|web\/(SavedCard\.tsx|removeCard|latestCard))|payment\/failures\.ts|payment\/web\/(PaymentTicket|payScreen|cancelPayment)|payment\/pix\/web\/openElsewhere|reservation\/(contract|shown)\.ts|reservation\/web\/(pay\/(?!PaymentTypePage)|reserved|vehicleFacts|Reservation\.module)|ticket\/web\/(type|rate|shownTicket)|vehicle\/plateText)/
const paying =
  /\/src\/payment\/wayForward\.ts|\/src\/payment\/web\/(NotLoaded|Payment\.module|done\/(?!PaymentDone))|\/src\/payment\/card\/web\/(PayScreen|PayButton|usePrice|usePay\.|whenSeen|elsewhere)|\/src\/payment\/pix\/web\/AnotherWay/

/**
 * `base` is what the first screens stand on: one chunk that the HTML starts, its styles inside the HTML. `calls` talks
 * to the server; `over` lies over screens and comes right after the first paint; `form` comes with the screens that use
 * it. `ticket`, `payer`, `address`, `way` and `paying` are the steps of the way to the payment, a file and a sheet each: on a line
 * with a long way there and back every file more is waited for, six at a time. Everything else splits by screen.
 */
const groups = [
  {
    name: 'base',
    test: (id: string) => first.test(id) || shell.test(id) || libraries.test(id) || sheets.test(id),
  },
  { name: 'calls', test: calls },
  {
    name: 'over',
    test: /\/src\/kit\/web\/(dialog|notice)\/|\/src\/app\/web\/frame\/Surroundings|\/src\/site\/web\/consent\/(?!ConsentChoice|pane)|\/src\/site\/consent\.ts|\/src\/kit\/web\/cookie\.ts|\/src\/checkout\/web\/remembered/,
  },
  {
    name: 'form',
    test: /\/src\/kit\/web\/(form|field)|\/node_modules\/(react-hook-form|@maskito)\//,
  },
  { name: 'select', test: /\/src\/kit\/web\/select\// },
  { name: 'ticket', test: ticket },
  { name: 'payer', test: payer },
  { name: 'address', test: address },
  { name: 'access', test: access },
  { name: 'list', test: /\/src\/kit\/web\/list\/(Item|List)\./ },
  { name: 'way', test: way },
  { name: 'paying', test: paying },
]

/** lightningcss's Features.LightDark, which nothing here uses, and FontFamilySystemUi, whose long list says what `sans-serif` says. */
const notDownlevelled = 1048576 | 65536

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[hash]_[local]' }, exclude: notDownlevelled },
  },
  worker: { format: 'es' },
  build: {
    target: oldest,
    cssTarget: oldest,
    outDir: 'dist/web',
    emptyOutDir: false,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry's style sheet travels inside the HTML.
      resolveDependencies: (_file, deps) => deps.filter((dep) => !/\/base-[^/]+\.css$/.test(dep)),
    },
    rolldownOptions: {
      // Declarations of contracts and schemas do nothing but declare: what a screen does not use is left out.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'data', 'edited', 'page'] },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
    },
  },
})
