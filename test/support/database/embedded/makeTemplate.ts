// A step of npm test: makes the embedded database that all its runs of vitest copy, at EMBEDDED_TEMPLATE.
import { fillTemplate, runTemplate } from './template.ts'

if (runTemplate === undefined) throw new Error('EMBEDDED_TEMPLATE names no folder')
await fillTemplate(runTemplate)
