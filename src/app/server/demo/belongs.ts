import type { Db } from '#db/schema.ts'

/** Where the people of the demo have their e-mail: nobody real can. */
const demoPeople = '%@demo.guiche.example'

/** Whether the demo was seeded here, or began to be. */
async function isMarked(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setting').select('key').where('key', '=', 'demo').executeTakeFirst()
  return row !== undefined
}

/** Whether anything of the demo is here: its record, or people whose passwords everybody can read. */
export async function hasDemo(db: Db): Promise<boolean> {
  if (await isMarked(db)) return true
  const person = db.selectFrom('user_account').select('id').where('email', 'like', demoPeople)
  return (await person.limit(1).executeTakeFirst()) !== undefined
}

/** Whether people or tickets are here that no demo made: what was added to a demo later is the demo's. */
export async function hasOthers(db: Db): Promise<boolean> {
  if (await isMarked(db)) return false
  const person = db.selectFrom('user_account').select('id').where('email', 'not like', demoPeople)
  if (await person.limit(1).executeTakeFirst()) return true
  return (await db.selectFrom('ticket').select('id').limit(1).executeTakeFirst()) !== undefined
}
