// Runs before the first paint, inside the HTML: puts the prerendered screen that the hash names into the root,
// preloads its chunk (preload.js), and holds submits and clicks until React answers them.
;((d) => {
  const page = d.documentElement
  try {
    const s = JSON.parse(d.getElementById('page-settings').textContent)
    for (const name in s.colors) page.style.setProperty(name, s.colors[name])
  } catch {}
  let held
  if (!page.dataset.drawn) {
    const path = location.hash.slice(1).split('?')[0].replace(/\/$/, '') || '/ticket'
    let t = d.getElementById('t:' + path)
    page.dataset.drawn = t ? path : 'waiting'
    if (!t) {
      t = d.getElementById('t:')
      styles.rel = 'stylesheet'
    }
    root.append(t.content)
    // Room for a ticket that this phone paid or is paying, or an open Pix (src/payment/web/local/LocalPaymentNotice.tsx).
    try {
      paid.hidden = !(
        localStorage.paid > Date.now() ||
        localStorage.pix > Date.now() ||
        /until/.test(localStorage['guiche.sent'])
      )
    } catch {}
    preload(path)
  }
  const hold = (event) => {
    if ('ready' in page.dataset) return
    const target = event.type === 'submit' ? event.target : event.target.closest('a[href^="#"],button')
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    held = target
  }
  d.addEventListener('click', hold, true)
  d.addEventListener('submit', hold, true)
  addEventListener('guiche:ready', () => {
    // Its screen has been drawn anew: the button with the same words is meant.
    if (held && !held.isConnected)
      held = [...d.querySelectorAll('#root a,#root button')].find(
        (one) => one.textContent === held.textContent,
      )
    if (held?.requestSubmit) held.requestSubmit()
    else held?.click()
  })
})(document)
