declare module "healthchecks-io-client" {
  export class HealthChecksPingClient {
    constructor(options: { uuid: string; baseUrl: string; returnResponse?: boolean });
    start(): Promise<string>;
    success(payload?: string): Promise<string>;
    fail(payload?: string): Promise<string>;
  }
}
