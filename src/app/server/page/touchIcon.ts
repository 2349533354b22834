import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { imageSize } from 'image-size'
import type { Logo } from '#site/server/settings/logo.ts'
import { webDir } from './shell.ts'

const size = 180
/** The logo keeps this distance from the icon's round corners. */
const margin = 18
/** Decoding takes 4 bytes a pixel; a file of few bytes may have many. */
const maxPixels = 16_000_000
/** `ResizeFit.Inside`, a const enum of the library. */
const inside = 2

/** The icon of the installed portal on iOS: the logo on white, or ours where none is set or it cannot be read. */
export function createTouchIcon(readLogo: () => Promise<Logo | null>): () => Promise<Buffer> {
  let drawn: { name: string; icon: Promise<Buffer> } | null = null
  return async () => {
    const logo = await readLogo()
    if (logo === null) return ownIcon()
    if (drawn?.name !== logo.name) drawn = { name: logo.name, icon: draw(logo.content).catch(ownIcon) }
    return drawn.icon
  }
}

function ownIcon(): Buffer {
  return readFileSync(join(webDir, 'icons', `touch-${size}.png`))
}

async function draw(logo: Uint8Array): Promise<Buffer> {
  const { width, height } = imageSize(logo)
  if (width * height > maxPixels) throw new Error(`a logo of ${width} x ${height} pixels is too large`)
  const space = size - 2 * margin
  const small = await new Transformer(logo)
    .rotate()
    .resize({ width: space, height: space, fit: inside })
    .png()
  const { width: w, height: h } = imageSize(small)
  const ground = new Uint8Array(size * size * 4).fill(255)
  return Transformer.fromRgbaPixels(ground, size, size)
    .overlay(small, Math.floor((size - w) / 2), Math.floor((size - h) / 2))
    .png()
}
