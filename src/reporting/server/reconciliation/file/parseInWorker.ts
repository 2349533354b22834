import { Worker } from 'node:worker_threads'
import type { ParsedStatement } from './parseStatementFile.ts'

const maxParseMs = 20_000
const maxHeapMb = 512

const tooLong = 'O arquivo é complexo demais para ler. Divida-o por período.'

let last: Promise<unknown> = Promise.resolve()

/** Parses one file at a time beside the event loop. Returns Portuguese where nothing can be stored. */
export function parseInWorker(content: Uint8Array): Promise<ParsedStatement | string> {
  const parsed = last.then(() => runWorker(content))
  last = parsed.catch(() => undefined)
  return parsed
}

function runWorker(content: Uint8Array): Promise<ParsedStatement | string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./parseWorker.ts', import.meta.url), {
      workerData: content,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    const timer = setTimeout(() => {
      resolve(tooLong)
      void worker.terminate()
    }, maxParseMs)
    worker.once('message', (parsed: ParsedStatement | string) => resolve(parsed))
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLong) : reject(error),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the parser ended without an answer'))
    })
  })
}
