import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Returns hexadecimal. The browser's `crypto.subtle` is missing over plain HTTP. */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)))
}
