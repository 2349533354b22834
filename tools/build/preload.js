// Part of the inline script: preloads a screen's files, which the build fills in.
const files = __FILES__
const preload = (screen) => {
  for (const file of files[screen] || '') {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/assets/' + file + '.js'
    document.head.append(link)
  }
}
