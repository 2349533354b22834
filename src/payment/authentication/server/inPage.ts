const silentMs = 20_000

/** Gives up when the policy blocked the script, nothing changes and no bank frame is visible. */
const givingUp = `var lastSign = 0
  function isAsking() {
    return Array.prototype.some.call(document.querySelectorAll('iframe'), function (frame) {
      var size = frame.getBoundingClientRect()
      return size.width >= 100 && size.height >= 100
    })
  }
  function giveUpInSilence(isKeptOut) {
    var silent = performance.now() - lastSign
    if (silent >= ${silentMs} && (isKeptOut || !isAsking())) return window.authentication.done('down')
    if (!ended) setTimeout(giveUpInSilence, Math.max(1000, ${silentMs} - silent), isKeptOut)
  }
  document.addEventListener('securitypolicyviolation', function (event) {
    if (!/^(script|connect|frame)-src/.test(event.effectiveDirective)) return
    var isFrame = /^frame/.test(event.effectiveDirective)
    if (isFrame && !/^http/.test(event.blockedURI)) return
    lastSign = performance.now()
    giveUpInSilence(isFrame)
  })
  new MutationObserver(function () {
    lastSign = performance.now()
  }).observe(document.documentElement, { childList: true, subtree: true })`

type Setup = {
  script: string | null
  card: { number: string; month: string; year: string } | null
}

/** The document's script as text (docs/spec.md#authentication-document). */
export function inPage(setup: Setup): string {
  return `(function () {
  'use strict'
  var setup = ${JSON.stringify(setup).replace(/</g, '\\u003c')}
  var shop = location.origin
  var ended = false
  var begun = false
  function tell(message) {
    if (parent !== window) parent.postMessage(message, shop)
  }
  function fill(name, value) {
    var input = document.querySelector('.' + name)
    if (input) input.value = value
  }
  window.authentication = {
    done: function (result, evidence) {
      if (ended) return
      ended = true
      if (setup.card) for (var part in setup.card) fill(setup.card[part], '')
      tell({ type: 'authentication', result: result, evidence: evidence || null })
    },
  }
  function begin(card) {
    if (begun) return
    begun = true
    if (!setup.script) return window.authentication.done('down')
    for (var part in setup.card) fill(setup.card[part], card[part])
    var script = document.createElement('script')
    script.src = setup.script
    script.onerror = function () {
      window.authentication.done('down')
    }
    document.body.appendChild(script)
  }
  addEventListener('message', function (event) {
    if (event.origin !== shop || event.source !== parent) return
    if (event.data && event.data.type === 'card') begin(event.data)
  })
  ${givingUp}
  addEventListener('keydown', function (event) {
    if (event.key === 'Escape') tell({ type: 'leave' })
  })
  tell({ type: 'ready' })
})()`
}
