// Runs before the first paint, inside the HTML: puts the prerendered screen that the hash names into the root,
// starts its chunk, and holds submits and clicks until React answers them. The build fills in the chunks.
;(function (d, w) {
  var page = d.documentElement
  var chunks = __CHUNKS__
  try {
    var s = JSON.parse(d.getElementById('page-settings').textContent)
    for (var name in s.colors) page.style.setProperty(name, s.colors[name])
  } catch (e) {}
  var held = null
  if (page.dataset.drawn === undefined) draw()
  function draw() {
    var path = (w.location.hash.slice(1) || '/ticket/').split('?')[0]
    if (path === '/') path = '/ticket/'
    var t =
      d.getElementById('t:' + path) ||
      d.getElementById('t:' + path + '/') ||
      d.getElementById('t:' + path.replace(/\/$/, ''))
    page.dataset.drawn = t && t.id !== 't:' ? 'screen' : 'waiting'
    t = t || d.getElementById('t:')
    d.getElementById('root').appendChild(t.content.cloneNode(true))
    var chunk = chunks[t.id.slice(2)]
    if (chunk) {
      var link = d.createElement('link')
      link.rel = 'modulepreload'
      link.href = chunk
      d.head.appendChild(link)
    }
  }
  function hold(event) {
    if (page.dataset.ready !== undefined) return
    var target = event.type === 'submit' ? event.target : event.target.closest('a[href^="#"],button')
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    held = target
  }
  d.addEventListener('click', hold, true)
  d.addEventListener('submit', hold, true)
  w.addEventListener('guiche:ready', function () {
    d.removeEventListener('click', hold, true)
    d.removeEventListener('submit', hold, true)
    if (!held) return
    // Its screen has been drawn anew: the button with the same words is meant.
    if (!held.isConnected)
      held = Array.from(d.querySelectorAll('#root a,#root button')).find(function (one) {
        return one.textContent === held.textContent
      })
    if (!held) return
    if (held.tagName !== 'FORM') held.click()
    else if (held.requestSubmit) held.requestSubmit()
  })
})(document, window)
