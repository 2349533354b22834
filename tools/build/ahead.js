// Part of the inline script: starts what a screen needs before any other script is here. The build fills in the files.
const files = __FILES__
const ahead = (screen) => {
  for (const file of files[screen] || '') {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/assets/' + file + '.js'
    document.head.append(link)
  }
}
