/** The oldest supported browsers, as in docs/operating.md and `vite.config.ts`. iOS has one engine for all. */
export const oldestBrowsers = { ios: '14.5', chrome: '87', firefox: '90' } as const

type NewerFeature = {
  what: string
  /** The first versions with it. */
  since: string
  pattern: RegExp
  /** Where it is used all the same, and why that is harmless. */
  except?: Readonly<Record<string, string>>
}

/** Features that newer browsers have and the oldest lack: no build can add them. */
export const newerScriptFeatures: readonly NewerFeature[] = [
  { what: 'a lookbehind', since: 'iOS 16.4', pattern: /\(\?<[=!]/ },
  {
    what: 'a method of ES2022 and later',
    since: 'iOS 15.4 to 17.4',
    pattern:
      /\.(at|findLast|findLastIndex|toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  },
  {
    what: 'a function of ES2022 and later',
    since: 'iOS 15.4 to 18.2',
    pattern: /\b(Object\.(hasOwn|groupBy)|Map\.groupBy|Promise\.(withResolvers|try)|Array\.fromAsync)\b/,
  },
  {
    what: 'a helper of iterators',
    since: 'iOS 18.4',
    pattern:
      /(?<!Object)\.(keys|values|entries|matchAll)\([^()]*\)\s*\.(map|filter|take|drop|flatMap|some|every|find|toArray|reduce)\(/,
  },
  {
    what: 'a young function of the browser',
    since: 'iOS 15.4 to 18',
    pattern:
      /\b(structuredClone|BroadcastChannel|startViewTransition|checkVisibility|AbortSignal\.(any|timeout)|Intl\.(Segmenter|DurationFormat)|URL\.canParse|URLPattern|navigation\.navigate)\b/,
  },
  {
    what: 'what only an encrypted address has',
    since: 'never on http://192.168...',
    pattern:
      /\bcrypto\.(subtle|randomUUID)\b|\bnavigator\.(clipboard|serviceWorker|mediaDevices|locks|wakeLock)\b/,
    except: {
      'src/app/web/main.tsx': 'asks whether it is there',
      'src/kit/web/call/busyTab.ts': 'asks whether they are there',
      'src/receipt/web/checkOffline.ts': 'says that it cannot verify',
      'src/kit/web/native/copyText.ts': 'copies from a field then',
      'src/ticket/web/scan/useCamera.ts': 'asks whether it is there',
    },
  },
  {
    what: 'a dialog or popover that may not be there',
    since: 'iOS 15.4 and 17',
    pattern: /\.(showModal|showPopover|hidePopover|requestSubmit)\(|\brequestIdleCallback\(/,
    except: {
      'src/kit/web/idle.ts': 'asks whether it is there',
      'src/kit/web/dialog/Dialog.tsx': 'asks whether it is there',
    },
  },
]

/** The same in styles. Mere decoration may be missing, and is listed. */
export const newerStyleFeatures: readonly NewerFeature[] = [
  {
    what: ':has()',
    since: 'iOS 15.4, Chrome 105',
    pattern: /:has\(/,
    except: {
      'src/kit/web/select/RemoteSelect.module.css': 'room for the button that clears',
      'src/kit/web/list/Item.module.css': 'the colour under a pointer',
      'src/kit/web/field/MaskedField.module.css':
        'else the note lies on “(opcional)” for six seconds, on its own ground',
      'src/kit/web/page/Page.module.css': 'the footer, which else moves when a screen has loaded',
      'src/staff/web/backoffice/Ops.module.css':
        'the last panel of a record, which else leaves its row half empty',
      'src/site/web/user/Menu.module.css': 'the menu, which else keeps its own column of a desktop',
      'src/site/web/consent/Consent.module.css': 'no second room for the line beside a keyboard',
      'src/payment/web/Payment.module.css': 'else the mark lies on the last digits of the longest numbers',
      'src/reservation/web/Reservation.module.css': 'a frame around what its radio shows too',
    },
  },
  {
    what: 'a height of the screen’s free part',
    since: 'iOS 15.4, Chrome 108',
    pattern: /\d(dvh|svh|lvh|dvw|svw)\b/,
    except: {
      'src/app/web/frame/Layout.module.css': 'after one in vh',
      'src/kit/web/base.css': 'after one in vh',
      'src/kit/web/dialog/Dialog.module.css': 'after one in vh',
    },
  },
  {
    what: 'a unit or function of colour',
    since: 'iOS 15.4 to 17.5',
    pattern: /\d(cqw|cqi|rlh|lh)\b|\b(color-mix|light-dark|oklch|oklab|lch|lab|color)\(/,
  },
  {
    what: 'a rule of newer sheets',
    since: 'iOS 15.4 to 17.5',
    pattern:
      /@(container|layer|scope|starting-style|property)\b|\bsubgrid\b|\bcontent-visibility:|\boverflow(-[xy])?: clip\b/,
    except: {
      'src/checkout/web/ticket/Compact.module.css': 'the ticket in one line, which else stands upright',
      'src/site/web/consent/Consent.module.css': 'smaller buttons with large text',
    },
  },
  {
    what: 'a transform of its own property',
    since: 'iOS 14.5, Chrome 104',
    pattern: /^\s*(translate|rotate|scale):/,
  },
]
