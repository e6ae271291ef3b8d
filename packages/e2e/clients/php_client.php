<?php
// Calls the service with the client that openapi-generator made in `php`; prints what came back. Guzzle is Debian's package.
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $path = __DIR__ . '/php/lib/' . strtr(substr($class, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'OpenAPI\\Client\\')) require $path;
});

use OpenAPI\Client\Api\ToolsApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\HttpRequest;
use OpenAPI\Client\Model\PdfRequest;

$configuration = (new Configuration())->setHost(getenv('BASE_URL'))->setAccessToken(getenv('API_TOKEN'));
$tools = new ToolsApi(new GuzzleHttp\Client(), $configuration);

$template = ['html' => '<h1>Hello [[who]]</h1>', 'data' => ['who' => 'World']];
$html = $tools->htmlToPdf(new PdfRequest($template))->getData();
$json = $tools->jsonToPdf(new PdfRequest([...$template, 'return' => 'link']))->getData();
$target = ['method' => 'POST', 'url' => getenv('TARGET_URL'), 'body' => ['a' => [1, null]]];
$http = $tools->httpRequest(new HttpRequest($target))->getData();
try {
    $tools->htmlToPdf(new PdfRequest(['html' => '']));
} catch (ApiException $error) {
    $failed = [$error->getCode(), json_decode($error->getResponseBody())->success];
}
echo json_encode([
    'html' => [$html->getPageCount(), substr($html->getPdfBase64(), 0, 6)],
    'json' => [$json->getPageCount(), $json->getPdfBase64() === null],
    'http' => [$http->getStatus(), $http->getBody()],
    'error' => $failed ?? null,
]);
