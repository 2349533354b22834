import type { Db } from '#db/schema.ts'

const demoEmails = '%@demo.guiche.example'

async function isMarkedAsDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setting').select('key').where('key', '=', 'demo').executeTakeFirst()
  return row !== undefined
}

export async function hasDemoData(db: Db): Promise<boolean> {
  if (await isMarkedAsDemo(db)) return true
  const person = db.selectFrom('user_account').select('id').where('email', 'like', demoEmails)
  return (await person.limit(1).executeTakeFirst()) !== undefined
}

export async function hasRealData(db: Db): Promise<boolean> {
  if (await isMarkedAsDemo(db)) return false
  const person = db.selectFrom('user_account').select('id').where('email', 'not like', demoEmails)
  if (await person.limit(1).executeTakeFirst()) return true
  return (await db.selectFrom('ticket').select('id').limit(1).executeTakeFirst()) !== undefined
}
