/**
 * Reads an iCalendar file strictly (RFC 5545, 3.1 and 3.3.11): each line ends with CRLF, has 75 octets at most and
 * whole characters. Answers the values by component and name, such as 'VEVENT.UID'. Throws for anything else.
 */
export function readCalendarFile(file: Uint8Array): ReadonlyMap<string, string> {
  const lines = Buffer.from(file).toString('latin1').split('\r\n')
  if (lines.pop() !== '') throw new Error('the last line has no CRLF')
  const tooLong = lines.find((line) => line.length > 75 || /[\r\n]/.test(line))
  if (tooLong !== undefined) throw new Error(`not a line: ${JSON.stringify(tooLong)}`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const whole = (line: string) => decoder.decode(Buffer.from(line, 'latin1'))
  for (const line of lines) whole(line)
  const values = new Map<string, string>()
  const open: string[] = []
  for (const line of lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z]+)(?:;[A-Z]+=[A-Z]+)*:(.*)$/s.exec(whole(line)) ?? []
    if (name === '') throw new Error(`not a property: ${line}`)
    const component = open.at(-1) ?? ''
    if (name === 'BEGIN') open.push(value)
    else if (name !== 'END') put(values, `${component}.${name}`, unescape(value))
    else if (open.pop() !== value) throw new Error(`${component} is ended by ${value}`)
  }
  if (open.length > 0) throw new Error(`${open.join()} is not ended`)
  return values
}

function put(values: Map<string, string>, name: string, value: string): void {
  if (values.has(name)) throw new Error(`${name} occurs twice`)
  values.set(name, value)
}

function unescape(value: string): string {
  if (/(^|[^\\])(\\\\)*(;|,)/.test(value)) throw new Error(`not escaped: ${value}`)
  return value.replace(/\\(.)/gs, '$1')
}
