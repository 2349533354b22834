import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
const session = new Session(); session.connect()
await session.post('Profiler.enable'); await session.post('Profiler.start')
const base = process.cpuUsage()
afterAll(async () => { const { profile } = await session.post('Profiler.stop'); writeFileSync(`/tmp/rt/prof/${process.pid}-${Date.now()}.cpuprofile`, JSON.stringify(profile)); const u = process.cpuUsage(base); console.log('worker cpu', u.user/1e6, u.system/1e6) })
