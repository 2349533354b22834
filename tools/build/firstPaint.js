// Inline, before the first paint: shows the prerendered screen of the hash, starts its chunk (ahead.js), and
// holds submits and clicks until React answers them.
;((d, w) => {
  const page = d.documentElement
  try {
    const s = JSON.parse(d.getElementById('page-settings').textContent)
    for (const name in s.colors) page.style.setProperty(name, s.colors[name])
    // Space for a ticket paid on this phone (src/payment/web/known/PaidHere.tsx).
    if (w.localStorage['guiche.paid'] > Date.now()) page.dataset.paid = ''
  } catch {}
  let held
  if (!page.dataset.drawn) {
    const path = w.location.hash.slice(1).split('?')[0].replace(/\/$/, '') || '/ticket'
    let t = d.getElementById('t:' + path)
    page.dataset.drawn = t ? path : 'waiting'
    if (!t) {
      t = d.getElementById('t:')
      d.getElementById('styles').rel = 'stylesheet'
    }
    d.getElementById('root').append(t.content.cloneNode(true))
    ahead(path)
  }
  const hold = (event) => {
    if (page.dataset.ready !== undefined) return
    const target = event.type === 'submit' ? event.target : event.target.closest('a[href^="#"],button')
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    held = target
  }
  d.addEventListener('click', hold, true)
  d.addEventListener('submit', hold, true)
  w.addEventListener('guiche:ready', () => {
    d.removeEventListener('click', hold, true)
    d.removeEventListener('submit', hold, true)
    if (!held) return
    // After a redraw, the button with the same text.
    if (!held.isConnected)
      held = [...d.querySelectorAll('#root a,#root button')].find(
        (one) => one.textContent === held.textContent,
      )
    if (!held) return
    if (held.tagName !== 'FORM') held.click()
    else held.requestSubmit?.()
  })
})(document, window)
