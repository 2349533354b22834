import { mkdirSync, rmSync } from 'node:fs'
import { recordingDir } from './recording.ts'

/** Forgets what an earlier run recorded. */
export default function setup(): void {
  rmSync(recordingDir, { recursive: true, force: true })
  mkdirSync(recordingDir, { recursive: true })
}
