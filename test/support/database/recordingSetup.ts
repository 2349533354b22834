import { mkdirSync, rmSync } from 'node:fs'
import { recordingDir } from './recording.ts'

/** Deletes the records of an earlier run. */
export default function setup(): void {
  rmSync(recordingDir, { recursive: true, force: true })
  mkdirSync(recordingDir, { recursive: true })
}
