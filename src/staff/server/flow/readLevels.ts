import type { AnswerOf } from '#kit/endpoint.ts'
import { isStaffAccess, levelFor } from '../../level.ts'
import { levelTexts, type readLevels } from '../../levels.ts'
import type { StaffDeps } from '../deps.ts'

/** Each call with its text and level. */
export function levelsOf({ calls }: Pick<StaffDeps, 'calls'>): AnswerOf<typeof readLevels>['data'] {
  const known = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]))
  return Object.entries(levelTexts).flatMap(([area, actions]) =>
    Object.entries(actions).flatMap(([name, action]) => {
      const call = known.get(name)
      if (!call || !isStaffAccess(call.access)) return []
      return [{ area, action, level: levelFor[call.access], all_lots: call.allLots === true }]
    }),
  )
}
