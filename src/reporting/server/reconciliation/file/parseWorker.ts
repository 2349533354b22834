// Parses one statement and ends. A worker, because a file of any shape would hold the gates' process for seconds.
import { parentPort, workerData } from 'node:worker_threads'
import { parseStatementFile } from './parseStatementFile.ts'

if (workerData instanceof Uint8Array) parentPort?.postMessage(parseStatementFile(workerData), [])
