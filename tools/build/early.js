// Part of the inline script, for an address with a ticket: draws its value screen and requests the price with
// a proof of its own before the app loads. The app repeats failed calls (src/ticket/web/early/earlyLookUp.ts).
;(function (d, w) {
  const found = /^#\/ticket\/(?:read|value)\/?\?(?:.*&)?ticket=(\d{13})(?:&|$)/.exec(location.hash)
  if (!found) return
  const code = found[1]
  const root = d.getElementById('root')
  const screen = d.createElement('div')
  screen.id = 'early'
  screen.append(d.getElementById('e:').content)
  root.hidden = true
  root.after(screen)
  d.documentElement.dataset.drawn = 'early'

  const all = (selector) => screen.querySelectorAll(selector)
  const [lot, printed, amount, status] = all('article p')
  const [facts] = all('dl')
  const [skeleton] = all('[data-waiting]')
  const printedCode = code.replace(/(....)(....)/, '$1 $2 ')
  all('article')[0].setAttribute('aria-label', 'Ticket ' + printedCode)
  printed.textContent = printedCode
  amount.hidden = facts.hidden = true
  const say = (text, ms) => setTimeout(() => (status.textContent = text), ms)
  const waits = [say('Buscando dados, aguarde...', 100), say('Ainda estamos processando...', 10000)]

  const meta = (name) => d.querySelector('meta[name=' + name + ']').content
  const ask = (url, body) =>
    fetch(url, {
      method: body ? 'POST' : 'GET',
      body: body && JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        'X-XSRF-TOKEN': decodeURIComponent((/XSRF-TOKEN=([^;]*)/.exec(d.cookie) || [, ''])[1]),
        'X-CSRF-TOKEN': meta('csrf-token'),
        'X-API-User-Id': meta('api-user-id'),
        'X-API-Token': meta('api-token'),
      },
    })

  // Runs in a worker, as text, against a busy page; four keys at a time, because the browser derives them
  // beside the worker.
  const thread = () => {
    const bytes = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16))
    const hex = (buffer) =>
      Array.from(new Uint8Array(buffer), (byte) => (byte + 256).toString(16).slice(1)).join('')
    onmessage = ({ data: { nonce, salt, cost, keyLength, keyPrefix } }) => {
      const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: cost }
      let next = 0
      const lane = async () => {
        const counter = next++
        const password = bytes(nonce + (counter + 2 ** 32).toString(16).slice(1))
        const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
        const derivedKey = hex(await crypto.subtle.deriveBits(how, key, keyLength * 8))
        if (derivedKey.startsWith(keyPrefix)) postMessage({ counter, derivedKey })
        else lane()
      }
      ;(lane(), lane(), lane(), lane())
    }
  }

  // Written by the server (src/session/server/humanCheck.ts).
  const whole = ([cost, until, keyPrefix, keySignature, nonce, salt, signature]) => {
    const data = { good_until: +until, grade: 1 }
    const fixed = { algorithm: 'PBKDF2/SHA-256', keyLength: 32 }
    return { parameters: { ...fixed, cost: +cost, data, keyPrefix, keySignature, nonce, salt }, signature }
  }

  const prove = async () => {
    const given = d.querySelector('meta[name=human-challenge]')
    // A page from the service worker's cache has a used challenge and maybe no session.
    const kept = navigator.serviceWorker?.controller
    const challenge = kept
      ? (await (await ask('/api/session/humanChallenge')).json()).data
      : given.content && whole(given.content.split(' '))
    given.content = ''
    if (!challenge) return
    if (!crypto.subtle) throw 0
    const worker = new Worker(URL.createObjectURL(new Blob(['(' + thread + ')()'])))
    worker.postMessage(challenge.parameters)
    const solution = await new Promise((solved, failed) => {
      worker.onmessage = ({ data }) => solved(data)
      worker.onerror = failed
    })
    worker.terminate()
    return btoa(JSON.stringify({ challenge, solution }))
  }

  // Instants are in the lot's own offset.
  const day = (iso) => iso.slice(8, 10) + '/' + iso.slice(5, 7)
  const time = (iso) => iso.slice(11, 16)
  // 'Pagar até' names the last whole minute (docs/spec.md#r34).
  const payUntil = (end, now) => {
    const iso = new Date(new Date(end.slice(0, 16) + 'Z') - 6e4).toISOString()
    const tomorrow = new Date(+new Date(now.slice(0, 10)) + 864e5).toISOString()
    const on = iso.slice(0, 10)
    if (on === now.slice(0, 10)) return time(iso)
    return (on === tomorrow.slice(0, 10) ? 'amanhã, ' : '') + day(iso) + ' às ' + time(iso)
  }
  const draw = ({
    lot: name,
    state,
    valueHuman,
    time: stay,
    entranceDateTime: entrance,
    t_expires: end,
    server_now,
  }) => {
    if (!/due$/.test(state)) return
    lot.textContent = name
    amount.lastChild.lastChild.data = valueHuman
    const shown = [
      stay,
      day(entrance) + '/' + entrance.slice(0, 4) + ' ' + time(entrance),
      payUntil(end, server_now),
    ]
    all('dd').forEach((value, at) => (value.textContent = shown[at]))
    amount.hidden = facts.hidden = false
    skeleton.remove()
    status.className = 'visually-hidden'
    status.textContent = 'Valor: R$ ' + valueHuman
  }

  const early = (w.earlyLookUp = { code })
  early.answer = prove().then((recaptcha) => ask('/api/tk_ticket/read', { code, recaptcha }))
  early.answer
    .then(async (response) => {
      early.at = Date.now()
      waits.forEach(clearTimeout)
      // The network is free until the app's first file runs.
      preload('early')
      w.styles.rel = 'stylesheet'
      // After the look-up, whose proof counts for the session.
      w.earlySession ||= ask('/api/session/web').then((response) => ({ response, receivedAt: Date.now() }))
      const { data, message } = await response.clone().json()
      if (data?.ticket) draw(data.ticket)
      // The app recovers from these: another session, another build, an invalid proof.
      else if (!/40[13]|419|503/.test(response.status)) {
        status.textContent = message
        skeleton.remove()
      }
    })
    .catch(() => {})
})(document, window)
