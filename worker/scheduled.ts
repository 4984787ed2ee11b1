// Cron -> service. Each run logs one line with what it counted.

export async function scheduled(
  controller: ScheduledController,
  _env: Env,
  _ctx: ExecutionContext,
): Promise<void> {
  console.log(JSON.stringify({ event: 'cron', cron: controller.cron }));
}
