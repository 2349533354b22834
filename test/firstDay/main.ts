// npm run screenshots: goes through docs/first-day.md on an empty database and writes its pictures.
import { shoot } from './shoot.ts'
import { walkFirstDay } from './walk.ts'

await walkFirstDay(shoot)
