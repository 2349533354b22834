// A step of npm test: makes the embedded database that all its runs of vitest copy, where EMBEDDED_TEMPLATE says.
import { fillTemplate, runTemplate } from './template.ts'

if (runTemplate === undefined) throw new Error('EMBEDDED_TEMPLATE names no folder')
await fillTemplate(runTemplate)
