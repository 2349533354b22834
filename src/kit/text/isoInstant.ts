import * as z from 'zod/mini'

const seconds = String.raw`(:\d{2}(?:\.\d+)?)?`
const shortForms = new RegExp(String.raw`^(.{10}T\d{2}:\d{2})${seconds}(?:Z|([+-]\d{2})(?::?(\d{2}))?)$`)

/** ISO 8601 with an offset: seconds may be missing, '-0300' and '-03' mean '-03:00' (docs/spec.md#r44). */
/* @__NO_SIDE_EFFECTS__ */
export function isoInstant(error?: string) {
  return z.string({ error }).check(
    z.overwrite((text) => {
      const [, minute, second = ':00', hours, minutes = '00'] = shortForms.exec(text) ?? []
      if (minute === undefined) return text
      return minute + second + (hours === undefined ? 'Z' : `${hours}:${minutes}`)
    }),
    z.iso.datetime({ offset: true, error }),
  )
}
