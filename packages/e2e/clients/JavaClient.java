// Calls the service with the client that openapi-generator made; prints what came back.
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.ToolsApi;
import org.openapitools.client.model.HttpRequest;
import org.openapitools.client.model.PdfRequest;

public class JavaClient {
  public static void main(String[] args) throws ApiException {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(System.getenv("API_TOKEN"));
    ToolsApi tools = new ToolsApi(client);

    Map<String, String> data = Map.of("who", "World");
    PdfRequest template = new PdfRequest().html("<h1>Hello [[who]]</h1>").data(data);
    var html = tools.htmlToPdf(template, "java-once", null).getData();
    var json = tools.jsonToPdf(template._return(PdfRequest.ReturnEnum.LINK), null, null).getData();
    var target = new HttpRequest().method(HttpRequest.MethodEnum.POST).url(System.getenv("TARGET_URL"));
    var http = tools.httpRequest(target.body(Map.of("a", Arrays.asList(1, null))), null).getData();
    List<Object> error = null;
    try {
      tools.htmlToPdf(new PdfRequest().html(""), null, null);
    } catch (ApiException failed) {
      error = List.of(failed.getCode(), !failed.getResponseBody().contains("\"success\":false"));
    }
    Map<String, Object> results = new HashMap<>();
    results.put("html", List.of(html.getPageCount(), html.getPdfBase64().substring(0, 6)));
    results.put("json", List.of(json.getPageCount(), json.getPdfBase64() == null));
    results.put("http", Arrays.asList(http.getStatus(), http.getBody()));
    results.put("error", error);
    System.out.println(JSON.serialize(results));
  }
}
