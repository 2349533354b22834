// A small test run: a database, a program in place of a portal, and a command of npm test.
import { fileURLToPath } from 'node:url'
import { exitCode } from '../../../tools/steps/runSteps.ts'
import { startPostgres } from '../../support/database/postgresServer.ts'
import { startProcess } from '../../support/process.ts'

const answering = fileURLToPath(new URL('./answering.ts', import.meta.url))
const [server, portal] = await Promise.all([startPostgres(), startProcess({}, answering)])
const print = (text: string) => {
  const pids = [server.pid, Number(portal.said()), Number(text)]
  process.stdout.write(`${JSON.stringify(pids)}\n`)
}
// The command's id is printed before the exit handlers, which may fail.
process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
void exitCode('node', [answering], { show: print })
