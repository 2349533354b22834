import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** An empty database of its own on the run's PostgreSQL; answers its address. */
export async function freshDatabase(maintenanceUrl: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(maintenanceUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return maintenanceUrl.replace(/\/postgres$/, `/${name}`)
}
