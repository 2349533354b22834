import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import { type CardDeps, cardRoutes } from './routes.ts'

/** Saved cards. */
export const cardNoun = {
  routes: (app, { card }, { portal }) => cardRoutes(app, card, portal),
} satisfies ServerNoun<{ card: CardDeps }, Doors>
