/** Code 128: widths of each symbol by its value, in modules, bar first. */
const symbolWidths = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

const startCodeC = 105
const switchToCodeB = 100
const stopSymbol = 106
const quietZone = 10
const barHeight = 50

/** SVG, Code 128 set C. EAN-13 does not fit: a ticket's last digit is no check digit. */
export function drawBarcode(digits: string): string {
  if (!/^(\d\d)+\d?$/.test(digits)) throw new Error('not two digits or more')
  const pairs = (digits.match(/\d\d/g) ?? []).map(Number)
  const last = digits.length % 2 === 0 ? [] : [switchToCodeB, Number(digits.slice(-1)) + 16]
  const symbols = [startCodeC, ...pairs, ...last]
  const check = symbols.reduce((sum, value, at) => sum + value * Math.max(1, at), 0) % 103
  return drawBars([...symbols, check, stopSymbol].map((value) => symbolWidths[value]).join(''))
}

function drawBars(modules: string): string {
  let at = quietZone
  let path = ''
  for (const [i, width] of [...modules].entries()) {
    if (i % 2 === 0) path += `M${at} 0h${width}v${barHeight}h-${width}z`
    at += Number(width)
  }
  const box = `${at + quietZone} ${barHeight}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}" shape-rendering="crispEdges">` +
    `<rect width="${at + quietZone}" height="${barHeight}" fill="#ffffff"/><path d="${path}"/></svg>`
  )
}
